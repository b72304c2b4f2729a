return mutant {
  base = "reference", file = "int8.cu", backend = "simt",
  replace = {{[[return up(tiles<BN>(l), gridDim.x) * (BN + 32);]],
              [[return BN;]]}},
  fails = "profile",
  why = "takes tiles of 64 columns always: A comes four times as often",
}
