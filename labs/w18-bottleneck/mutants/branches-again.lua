return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[
    if (t < HEAVY) {
        value[t * RARE] = heavy(value[t * RARE]);
    } else {
        int k = t - HEAVY, at = k / (RARE - 1) * RARE + k % (RARE - 1) + 1;
        value[at] = light(value[at]);
    }]==],
              [==[
    (void)HEAVY;
    value[t] = t % RARE ? light(value[t]) : heavy(value[t]);]==]}},
  fails = "profile", message = "act_thr",
  why = "thread i does element i: four lanes of each warp are heavy",
}
