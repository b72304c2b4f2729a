return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[met(i, e < 0 ? -1 : next[e] + before);]==],
     [==[met(i, e < 0 ? -1 : atomicAdd(next + e, 1));]==]},
    {[==[        __syncwarp();
        if (e >= 0 && before == 0)
            next[e] += __popc(same);
]==],
     [==[]==]},
  },
  backend = "simt",  fails = "correct", message = "sort_choices",
  why = "places come from an atomic counter: their order is that of the arrivals",
}
