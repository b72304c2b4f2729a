return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[*at = (uint16_t)(*at + by);
        most]=],
     [=[*at = (uint8_t)(*at + by);
        most]=]},
    {[=[return *at = (uint16_t)(*at + by);]=],
     [=[return *at = (uint8_t)(*at + by);]=]},
  },
  fails = "correct", message = "ss_replay",
  why = "counts instructions and values in bytes, which hundreds of them overflow",
}
