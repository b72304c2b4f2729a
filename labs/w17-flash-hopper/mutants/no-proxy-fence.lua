return mutant {
  base = "reference", file = "flash.cu", backend = "simt",
  replace = {{[[
                fence_proxy_async();
                __syncwarp();]],
              [[
                __syncwarp();]]}},
  fails = "sanitize",
  why = "products read a tile that a warp has turned over, and no fence showed it to the other proxy",
}
