/** Return the file with the constant answer to a path of the API, such as `/games`. */
export function fileOf(path: string): string {
  const name = path.slice(1).replace("?", ".").replaceAll(/[=&]/g, "-");
  if (name.endsWith(".js")) return `api/${name}`;
  return `api/${name}${/\/(rules|components)/.test(path) ? ".txt" : ".json"}`;
}
