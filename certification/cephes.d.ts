/** The functions of cephes 3.3.3 that are used; its own typings are not reachable through "exports". */
declare module 'cephes' {
  const cephes: {
    readonly compiled: Promise<void>;
    igamc(a: number, x: number): number;
    erfc(x: number): number;
  };
  export default cephes;
}
