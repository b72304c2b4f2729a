return mutant {
  base = "reference", file = "flash.cu", backend = "cuda",
  replace = {{[==[        mbar_init(b.q_empty, 8);
        fence_mbar_init();
    }
    __syncthreads();
    if (g == 0) {
        setmaxnreg_dec<24>();]==],
              [==[        mbar_init(b.q_empty, 8);
    }
    __syncthreads();
    if (g == 0) {
        setmaxnreg_dec<24>();]==]}},
  fails = "limits", message = "ptx:fence.mbarrier_init",
  why = "TMA signals at a barrier of which only this block's threads know that it is initialised",
}
