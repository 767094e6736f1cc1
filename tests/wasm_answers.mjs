// What a module's host answers to tests, in Node and in browsers.
const toText = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};
export const toBytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

export const answers = (kernels) => ({
  heap: () => kernels.heap,
  reserve: (end) => kernels.reserve(end),
  write: (address, text) => {
    const bytes = toBytes(text);
    kernels.bytes(address, bytes.length).set(bytes);
  },
  read: (address, size) => toText(kernels.bytes(address, size)),
  call: (name, given) => {
    const start = performance.now();
    kernels.call(name, given);
    return performance.now() - start;
  },
});
