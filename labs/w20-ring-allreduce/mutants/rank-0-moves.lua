return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    if (from == 0)\n" ..
     "        a = 2;\n" ..
     "    else if (to == 0)\n" ..
     "        b = P - 2;\n" ..
     "",
     [[]]},
  },
  fails = "correct", message = "expected 0",
  why = "lets rank 0 change places, and with it everything that is said of rank 0",
}
