return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"        i = next[i];\n    *out = i;",
              "        i = next[i] >= 0 ? ((const volatile int *)next)[i] : 0;\n    *out = i;"}},
  fails = "profile", message = "g_ld_req",
  why = "a check that loads again: two loads a hop, and the hop is no latency any more",
}
