return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    for (int i = 0; i < n; i++)\n" ..
     "        cut[i] = 0;\n" ..
     "    for (int j = n; j > 0; j = from[j])\n" ..
     "        cut[j - 1] = 1;\n" ..
     "    return done[n];",
     "    int64_t t = 0;\n" ..
     "    for (int i = 0, j; i < n; i = j) {\n" ..
     "        int64_t b = 0;\n" ..
     "        t = most(t, ready[i]);\n" ..
     "        for (j = i; j < n && ready[j] <= t; j++)\n" ..
     "            b += bytes[j], cut[j] = 0;\n" ..
     "        cut[j - 1] = 1;\n" ..
     "        t += 2 * (chips - 1) * (net_ns + up(up(b, chips), net_rate));\n" ..
     "    }\n" ..
     "    return t;"},
  },
  fails = "correct", message = "nt_scale",
  why = "takes all that is ready as soon as the network is free, and never waits for more",
}
