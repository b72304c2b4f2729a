return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    for (int tax = 0; tax < 16;",
     [[
    static int begun;
    for (int tax = begun++ % 2 * 16; tax < 16;]]},
  },
  fails = "correct", message = "two plans",
  why = "begins each search where the last one ended",
}
