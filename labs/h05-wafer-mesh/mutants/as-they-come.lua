return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    for (int c = 0; c < WM_SIDE; c++) /* by their western ends */
        for (int k = 0; k < n; k++) {
            int west = send[k].from < send[k].to ? send[k].from : send[k].to;
            if (west != c)
                continue;
            int g = 0;
            while (free_from[g] > c)
                g++;
]],
     [[
    static int taken[2 * WM_SIDE][WM_SIDE];
    for (int g = 0; g < 2 * WM_SIDE; g++)
        for (int c = 0; c < WM_SIDE; c++)
            taken[g][c] = 0;
        for (int k = 0; k < n; k++) {
            int west = send[k].from < send[k].to ? send[k].from : send[k].to, g = 0;
            int east = west + apart(send[k].from, send[k].to);
            for (int c = west; c <= east; c++)
                if (taken[g][c])
                    g++, c = west - 1;
            for (int c = west; c <= east; c++)
                taken[g][c] = 1;
]]},
  },
  fails = "correct", message = "colors, expected",
  why = "colors sends in the order of the list",
}
