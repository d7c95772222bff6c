/** The table in which statistics that are more than one number are handed to the host: 32-bit counts. */

const CAPACITY = 8192;
const area = memory.data(8192 * 4, 16);

export function counts(): usize {
  return area;
}

/** Sets the first `used` counts to zero. */
export function clear(used: i32): void {
  assert(used <= CAPACITY);
  memory.fill(area, 0, (<usize>used) << 2);
}

export function add(index: i32): void {
  const at = area + ((<usize>index) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

export function put(index: i32, value: i32): void {
  store<i32>(area + ((<usize>index) << 2), value);
}
