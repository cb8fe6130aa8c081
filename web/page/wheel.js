// Unpacks numpy's wheel. The browser decompresses it in another thread, several times faster than Python on the page.
'use strict';

const WHEEL_END = 0x06054b50;  // the signature of the last record of a zip archive
const STORED = 0;  // the method of files that are not compressed
// Files that a running program does not need: half of the files of numpy.
const UNNEEDED = /\/$|\.dist-info\/|\/(?:tests|f2py|include|_examples)\/|\.(?:pyi|pxd|h|a)$/;

const wheel = {
  state: '',  // "unpacking", or the reason if that failed

  // Unpacks a wheel into a folder of Python's file system.
  async unpack(address, folder) {
    wheel.state = 'unpacking';
    try {
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      const { FS } = globalThis.Module;
      // All at once: between two frames of a slow device only a few steps of each file are possible.
      await Promise.all(wheel.entries(bytes).map(async (entry) => {
        const content = await wheel.content(entry);
        FS.mkdirTree(`${folder}/${entry.name}`.replace(/\/[^/]*$/, ''));
        FS.writeFile(`${folder}/${entry.name}`, content);
      }));
      wheel.state = '';
    } catch (error) { wheel.state = String(error); }
  },

  // Returns the needed files in the archive's directory. Throws a RangeError if the archive is damaged.
  entries(bytes) {
    const view = new DataView(bytes.buffer);
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== WHEEL_END) end -= 1;
    const entries = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const header = view.getUint32(at + 42, true);
      const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
      const packed = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
      if (!UNNEEDED.test(name)) entries.push({ name, packed, method: view.getUint16(at + 10, true), size: view.getUint32(at + 24, true) });
      at += 46 + nameLength + extraLength + commentLength;
    }
    return entries;
  },

  async content({ name, packed, method, size }) {
    if (method === STORED) return packed;
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const content = new Uint8Array(await new Response(stream).arrayBuffer());
    if (content.length !== size) throw new Error(`${name} has ${content.length} instead of ${size} bytes`);
    return content;
  },
};
