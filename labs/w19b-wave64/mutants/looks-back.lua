return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[        at = atomicAdd(count, __popcll(votes));]=],
               [=[    {
        for (int k = 0; k < i - lane; k++)
            at += v[k] >= least;
        atomicAdd(count, __popcll(votes));
    }]=]}},
  fails = "profile", message = "g_ld_sec",
  why = "the leader counts all that stands before its wave, in place of taking what the atomic returns",
}
