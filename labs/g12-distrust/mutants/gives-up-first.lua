return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[    int fresh = take(p);
    if (fresh >= 0)
        p->owners[page]--;
    return fresh;]==],
     [==[    p->owners[page]--;
    return take(p);]==]},
  },
  fails = "correct", message = "pages",
  why = "a write without a free page has given the old one up",
}
