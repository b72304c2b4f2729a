return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[            room->row[room->cols[o]] = 0;
        q8_row(room->row, room->q + (size_t)i * (size_t)k, room->scale + i, k);]==],
     [==[            room->row[room->cols[o]] = 0;
        q8_row(X + (size_t)i * (size_t)k, room->q + (size_t)i * (size_t)k, room->scale + i, k);
        for (int o = 0; o < found; o++)
            room->q[(size_t)i * (size_t)k + (size_t)room->cols[o]] = 0;]==]},
  },
  fails = "correct", message = "mismatch: token",
  why = "the scale of a row still comes from the channels that were taken out of it",
}
