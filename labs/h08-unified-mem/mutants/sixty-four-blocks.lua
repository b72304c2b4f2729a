return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {"    int64_t at[2][UM_BLOCKS];      /* arrival */\n" ..
     "    uint8_t on[2][UM_BLOCKS];\n",
     "    int64_t at[2][64];      /* arrival */\n" ..
     "    uint8_t on[2][64];\n"},
  },
  fails = "correct", message = "um_run",
  why = "has room for 64 blocks, and there may be 256",
}
