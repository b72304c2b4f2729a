return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[==[        mbar_init(bar, 1);
        fence_mbar_init();]==],
              [==[        mbar_init(bar, 1);]==]}},
  fails = "limits", message = "ptx:fence.mbarrier_init",
  why = "TMA signals at a barrier of which only this block's threads know that it is initialised",
  backend = "cuda",
}
