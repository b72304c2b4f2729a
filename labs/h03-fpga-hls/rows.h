/*
 * rows.h: how loops and networks lie in rows of i32, between the checker and the program that calls yours. Your task
 * needs nothing of this file.
 */
#ifndef H03_ROWS_H
#define H03_ROWS_H

#include "lab.h"

/* Rows of i32. A loop: ops, edges, kinds, lat, units, kind, from, to, dist. A network: procs, fifos, its arrays. */
enum { LOOP = 3 + 2 * DF_KINDS + DF_OPS + 3 * DF_EDGES, NET = 2 + 3 * DF_PROCS + 6 * DF_FIFOS };

static const int32_t *part(int *to, const int32_t *from, int n)
{
    for (int k = 0; k < n; k++)
        to[k] = from[k];
    return from + n;
}

static int32_t *back(int32_t *to, const int *from, int n)
{
    for (int k = 0; k < n; k++)
        to[k] = from[k];
    return to + n;
}

static df_loop_t loop_of(const int32_t *row)
{
    df_loop_t l = { row[0], row[1], row[2], { 0 }, { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };
    row = part(l.lat, row + 3, DF_KINDS);
    row = part(l.units, row, DF_KINDS);
    row = part(l.kind, row, DF_OPS);
    row = part(l.from, row, DF_EDGES);
    row = part(l.to, row, DF_EDGES);
    part(l.dist, row, DF_EDGES);
    return l;
}

static void pack(const df_loop_t *l, int32_t *row)
{
    row[0] = l->ops, row[1] = l->edges, row[2] = l->kinds;
    row = back(row + 3, l->lat, DF_KINDS);
    row = back(row, l->units, DF_KINDS);
    row = back(row, l->kind, DF_OPS);
    row = back(row, l->from, DF_EDGES);
    row = back(row, l->to, DF_EDGES);
    back(row, l->dist, DF_EDGES);
}

static void net_of(const int32_t *row, df_net_t *net)
{
    net->procs = row[0], net->fifos = row[1];
    row = part(net->ii, row + 2, DF_PROCS);
    row = part(net->depth, row, DF_PROCS);
    row = part(net->firings, row, DF_PROCS);
    row = part(net->from, row, DF_FIFOS);
    row = part(net->to, row, DF_FIFOS);
    row = part(net->give, row, DF_FIFOS);
    row = part(net->take, row, DF_FIFOS);
    row = part(net->size, row, DF_FIFOS);
    part(net->width, row, DF_FIFOS);
}

#endif
