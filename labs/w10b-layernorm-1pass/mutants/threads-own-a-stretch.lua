return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"WIDE ? (e / VEC * THREADS + (int)threadIdx.x) * VEC + e % VEC",
              "WIDE ? ((int)threadIdx.x * (HELD / VEC) + e / VEC) * VEC + e % VEC"}},
  fails = "profile", message = "g_ld_eff",
  why = "each thread has 16 neighbouring elements, so a request touches every other 16 bytes of a kilobyte",
}
