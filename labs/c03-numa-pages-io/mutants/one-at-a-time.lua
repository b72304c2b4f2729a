return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
int slots = ring->sq_entries < SLOTS ? (int)ring->sq_entries : SLOTS;]==],
     [==[
int slots = 1;]==]},
  },
  fails = "profile", message = "link_pct",
  why = "one request on its way",
}
