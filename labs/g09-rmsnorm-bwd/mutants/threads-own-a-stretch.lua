return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[(e / VEC * THREADS + (int)threadIdx.x) * VEC + e % VEC :]==],
              [==[(int)threadIdx.x * HELD + e :]==]}},
  fails = "profile", message = "g_ld_",
  why = "each thread has 32 neighbours, as on a CPU: lanes are 64 bytes apart",
}
