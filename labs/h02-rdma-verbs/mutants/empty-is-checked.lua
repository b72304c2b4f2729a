return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (!length)
        return 1;
    int slot = find(nic, key);]==],
     [==[    int slot = find(nic, key);]==]},
  },
  fails = "correct", message = "mr_allows",
  why = "wants a right key for no bytes at all",
}
