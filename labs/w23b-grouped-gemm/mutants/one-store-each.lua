return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[            *reinterpret_cast<uint2 *>(y + (size_t)(row + r) * ff + col + c) = four;]==],
              [==[            for (int q = 0; q < 4; q++)
                y[(size_t)(row + r) * ff + col + c + q] = reinterpret_cast<bf16 *>(&four)[q];]==]}},
  fails = "profile", message = "g_st_req",
  why = "columns are stored one by one, two bytes a lane",
}
