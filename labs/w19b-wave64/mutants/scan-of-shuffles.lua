return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[        unsigned long long votes = __ballot_sync(first_bits(lanes), keep);
        if (keep)
            out[at + rank_in(votes, lane)] = c;
        at += __popcll(votes);]=],
               [=[        int seen = keep;
        for (int d = 1; d < lanes; d *= 2) {
            int before = __shfl_up_sync(first_bits(lanes), seen, d);
            seen += lane >= d ? before : 0;
        }
        if (keep)
            out[at + seen - 1] = c;
        at += __shfl_sync(first_bits(lanes), seen, lanes - 1);]=]}},
  fails = "profile", message = "shfl",
  why = "a scan takes a shuffle for each halving where one ballot says all of it",
}
