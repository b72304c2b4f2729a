return mutant {
  base = "reference", file = "gemv.cu", backend = "simt", message = "g_ld_req",
  replace = {
    {[==[mbar_arrive_expect(full, all);]==],
     [==[static_cast<void>(all);]==]},
    {[==[            bulk_load(smem + to + r * plan::PITCH, from[r], size[r], full);
]==],
     [==[            for (int i = 0; i < size[r]; i += 4)
                *(uint32_t *)(smem + to + r * plan::PITCH + i) = *(const uint32_t *)(from[r] + i);
    mbar_arrive(full);
]==]},
  },
  fails = "profile",
  why = "right, and one lane loads the chunk word by word",
}
