return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[static void part(]=], [=[static int unused(const struct warp *w)
{
    int number = 0;
    for (int k = 0; k < w->paths; k++)
        if (w->path[k].number == number)
            number++, k = -1;
    return number;
}

static void part(]=]},
    {[=[pc[c], join, ++w->made, k, 0 }]=], [=[pc[c], join, unused(w), k, 0 }]=]},
  },
  fails = "correct", message = "issue",
  why = "a new path gets the lowest number that no path has, and so comes before older ones",
}
