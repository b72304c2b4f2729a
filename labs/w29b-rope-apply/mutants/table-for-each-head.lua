return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[        uint4 b = *reinterpret_cast<const uint4 *>(e.from + hd / 2 + at);
]==],
               [==[        uint4 b = *reinterpret_cast<const uint4 *>(e.from + hd / 2 + at);
        piece<VEC>(c, row + at, 1);
        piece<VEC>(s, row + hd / 2 + at, sign);
]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "right, and the table is loaded anew for each head",
}
