return card {
  seeds = {"S001-16"},
  sources = {"The labs and cards that it names"},
  questions = {
    q.order{id = "first", seed = "S001-16",
      ask = "A training step takes twice as long as you reckoned. In which order do you look?",
      items = {"does the GPU wait between kernels", "which kernels take the time",
               "what is the slowest one bound by", "how far is it from that bound",
               "which change moves it, and was it that"},
      hint = "From outside in: nothing inside a kernel matters while there is none running.",
      worked = [[Gaps first, since no kernel mends them; then where the time is; then its bound, which says what would
        help at all; then whether there is anything to gain; and last one change, measured alone.]]},
    q.choice{id = "pipe", seed = "S001-36",
      ask = [[A matrix product runs at 77 % of the FP32 pipe's peak, its tensor pipe at 0 %, with an occupancy of
        12.5 %. What is worth trying first?]],
      options = {"more warps on each multiprocessor", "larger tiles in shared memory",
                 "a type that the tensor cores take, if the result allows it", "a CUDA graph around the launch"},
      answer = 3,
      wrong = {{value = 1, hint = "The pipe is busy: it waits for nobody."},
               {value = 2, hint = "Is it waiting for memory? Its pipe is near its peak."},
               {value = 4, hint = "Launches show as gaps between kernels, not in a pipe's use."}},
      worked = "The pipe that is used is nearly full; the one that is ten times as wide is idle."},
  },
}
