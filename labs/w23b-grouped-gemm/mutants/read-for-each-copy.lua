return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        uint4 octet = {};
        if (c < d)
            octet = *reinterpret_cast<const uint4 *>(x + (size_t)t * d + c);
        for (int j = 0; j < k; j++) {
            int row = __shfl_sync(ALL, mine, j);
            if (row >= 0 && c < d)
                *reinterpret_cast<uint4 *>(sorted + (size_t)row * d + c) = octet;]==],
              [==[        for (int j = 0; j < k; j++) {
            int row = __shfl_sync(ALL, mine, j);
            if (row >= 0 && c < d)
                *reinterpret_cast<uint4 *>(sorted + (size_t)row * d + c) =
                    *reinterpret_cast<const uint4 *>(x + (size_t)t * d + c);]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "a row is read again for each of its copies",
}
