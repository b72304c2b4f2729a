return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[        *reinterpret_cast<uint4 *>(e.to + at) = a;]==],
               [==[        if (e.to != e.from)
            *reinterpret_cast<uint4 *>(e.to + at) = uint4{0, 0, 0, 0};
        *reinterpret_cast<uint4 *>(e.to + at) = a;]==]}},
  fails = "profile", message = "g_st_sec",
  why = "right, and what goes into the cache is cleared first",
}
