return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    put_family(&t, "slo_waiting_tokens", "gauge", "Tokens of jobs that have no seat.");
    for (int r = 0; r < s->nreplica; r++) {]=],
     [=[    for (int r = 0; r <= s->nreplica; r++) {
        if (r == s->nreplica) {
            put_family(&t, "slo_waiting_tokens", "gauge", "Tokens of jobs that have no seat.");
            break;
        }]=]},
  },
  fails = "correct",
  why = [[help and type stand behind what they are about]],
}
