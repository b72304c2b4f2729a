return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[        s[me] = sum;
        __syncthreads();
]==],
     [==[        s[me] = sum;
        int last = blockDim.x - 1;
]==]},
    {[==[            if (me + next < now)
                s[me] += s[me + next];]==],
     [==[            if (last - me + next < now)
                s[me] += s[me - next];]==]},
    {[==[        if (me == 0)
            out[blockIdx.x] = s[0];]==],
     [==[        if (me == last)
            out[blockIdx.x] = s[last];]==]},
  },
  fails = "sanitize", message = "block_sum",
  why = "the first step of the tree is on the same side of the barrier as the loads: the emulator's order hides it",
}
