return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[return key && slot < MR_SLOTS && nic->mr[slot].key == key ? (int)slot : -1;]==],
     [==[return nic->mr[slot % MR_SLOTS].key == key % (MR_SLOTS << 8) && key ? (int)(slot % MR_SLOTS) : -1;]==]},
  },
  fails = "correct", message = "mr_",
  why = "believes that the slot in a key exists, and takes any number for its version",
}
