return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, 1)); /* four lanes hold a row */\n" ..
              "        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, 2));",
              "        float most = m;\n" ..
              "        for (int j = 0; j < 4; j++)\n" ..
              "            most = fmaxf(most, __shfl_sync(0xffffffff, m, g * 4 + j));\n" ..
              "        m = most;"}},
  fails = "profile", message = "shfl",
  why = "five steps and a detour through all lanes, where four lanes hold a row",
}
