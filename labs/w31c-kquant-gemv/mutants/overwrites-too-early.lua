return mutant {
  base = "reference", file = "gemv.cu", backend = "simt",
  replace = {
    {[==[            __syncwarp();
            if (lane == 0)
                ask_next(slot);]==],
     [==[            if (lane == 0)
                ask_next(slot);]==]},
  },
  fails = "sanitize",
  why = "the next chunk is asked for while other lanes still read this one",
}
