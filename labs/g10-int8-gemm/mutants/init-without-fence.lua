return mutant {
  base = "reference", file = "int8.cu",
  replace = {{[==[            mbar_init(&r.empty[i], 8); /* warps that read it */
        }
        fence_mbar_init();]==],
              [==[            mbar_init(&r.empty[i], 8); /* warps that read it */
        }]==]}},
  fails = "limits", message = "ptx:fence.mbarrier_init",
  why = "TMA signals at a barrier of which only this block's threads know that it is initialised",
  backend = "cuda",
}
