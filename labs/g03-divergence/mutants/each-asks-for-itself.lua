return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    if (keep)\n        out[base + __popc(kept & ((1u << lane) - 1))] = (int)i;",
              "    if (keep)\n        out[atomicAdd(total, 1)] = (int)i;"},
             {"    if (lane == 0 && kept)\n        base = atomicAdd(total, __popc(kept));\n" ..
              "    base = __shfl_sync(ALL, base, 0);\n", "    (void)lane, (void)base, (void)kept;\n"}},
  fails = "profile", message = "atom_ser",
  why = "each lane that keeps something adds to the counter, one after another",
}
