return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[    for (int from = 0; from < d; from += 256) {
        int c = from + lane * 8;
        uint4 octet = {};
        if (c < d)
            octet = *reinterpret_cast<const uint4 *>(x + (size_t)t * d + c);]==],
     [==[    for (int from = 0; from < d; from += 64) {
        int c = from + lane * 2;
        unsigned pair = 0;
        if (c < d)
            pair = *reinterpret_cast<const unsigned *>(x + (size_t)t * d + c);]==]},
    {[==[*reinterpret_cast<uint4 *>(sorted + (size_t)row * d + c) = octet;]==],
     [==[*reinterpret_cast<unsigned *>(sorted + (size_t)row * d + c) = pair;]==]},
  },
  fails = "profile", message = "g_st_req",
  why = "4 bytes a lane: four times the requests",
}
