return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
        wgmma_wait<0>();
        __syncthreads(); /* nobody's products read the tiles any more */
    }
]],
              [[
        __syncthreads();
    }
    wgmma_wait<0>();
]]}},
  fails = "sanitize",
  why = "loads the next turn into the tiles that products in flight still read",
}
