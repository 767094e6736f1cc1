/** A game's options as its JSON schema has them: which control each needs, and its bounds. */

export type Value = boolean | number | null | readonly number[] | Record<string, unknown>;
export type Values = Record<string, Value>;

interface Shape {
  type?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  prefixItems?: Shape[];
  anyOf?: Shape[];
  default?: Value;
  "x-seat"?: true;
}

export interface Option {
  name: string;
  kind: "yes" | "number" | "numbers" | "file" | "seat";
  usual: Value;
  empty: boolean; // true if it may be left empty
  least: number;
  most: number;
}

const MEMORY = "open_notes"; // set by the table's memory setting

/** Return the options of a schema in its order. */
export function options(schema: Record<string, unknown>): Option[] {
  const defs = schema.$defs as Record<string, { properties?: Record<string, Shape> }> | undefined;
  const name = ((schema.$ref as string | undefined) ?? "").replace("#/$defs/", "");
  const listed = Object.entries(defs?.[name]?.properties ?? {});
  return listed.filter(([option]) => option !== MEMORY).flatMap(([option, at]) => read(option, at));
}

function read(name: string, at: Shape): Option[] {
  const empty = at.anyOf?.some((one) => one.type === "null") ?? false;
  const shape = at.anyOf?.find((one) => one.type !== "null") ?? at;
  const bounds = shape.prefixItems?.[0] ?? shape;
  const kinds: Record<string, Option["kind"]> = {
    boolean: "yes",
    integer: "number",
    array: "numbers",
    object: "file",
  };
  const kind = at["x-seat"] ? "seat" : kinds[shape.type ?? ""];
  if (!kind) return [];
  const last = bounds.exclusiveMaximum === undefined ? undefined : bounds.exclusiveMaximum - 1;
  const least = bounds.minimum ?? 0;
  const most = bounds.maximum ?? last ?? 9999;
  return [{ name, kind, usual: at.default ?? null, empty, least, most }];
}

/** Return the options that differ from the defaults; the server fills in the rest. */
export function changed(all: readonly Option[], values: Values): Values {
  const other = all.filter(
    ({ name, usual }) => name in values && JSON.stringify(values[name]) !== JSON.stringify(usual),
  );
  return Object.fromEntries(other.map(({ name }) => [name, values[name]!]));
}
