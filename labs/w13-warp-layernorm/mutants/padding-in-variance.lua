return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    for (int e = 0; e < HELD; e++)\n" ..
              "        if (e * step + first < C)\n" ..
              "            sum += (v[e] - mean)",
              "    for (int e = 0; e < HELD; e++)\n" ..
              "        if (e * step < C)\n" ..
              "            sum += (v[e] - mean)"}},
  fails = "correct", message = "y[",
  why = "places behind the end of the row hold 0 and add (0 - mean)^2 to the sum of the squares",
}
