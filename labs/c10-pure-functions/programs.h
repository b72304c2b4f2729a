/*
 * programs.h: how a case writes down the functions that are traced; harness.c plays them with the learner's
 * operations, oracle.c knows what should come of it. A function is FN rows of 8 numbers:
 *     row 0        nin, nout, registers of the results (3), steps, donated, -
 *     rows 1 .. 4  types of the arguments: dtype, weak, rank, dim[0], dim[1]
 *     rows 5 .. 8  types of the global arrays
 *     rows 9 ..    steps: code and operands. Arguments are registers 0, 1, ..; each step but PRINT, KEEP and IF makes
 *                  the next one, DO_SCAN the next two
 */
#ifndef C10_PROGRAMS_H
#define C10_PROGRAMS_H

enum { FN = 48, ROW = 8, ARGS = 4, ARRAYS = 4, STEPS = 1 + ARGS + ARRAYS, REGS = 64 };
enum {                     /* codes from 0 on are those of enum op up to SUM */
    DO_CAST = 20,          /* a, dtype */
    DO_NUMBER,             /* 0 int or 1 float; twice its value */
    DO_ARRAY,              /* which */
    DO_PRINT, DO_KEEP,     /* -; a: into a global */
    DO_KEPT,               /* what is in the global */
    DO_IF,                 /* a; prints where it is true */
    DO_SCAN                /* carry, xs, steps of the body (the next rows), its results' registers (2) */
};

/* in, out and memory of a program, in cells. */
enum { IN = 8192, OUT = 8192, ARENA = 16384, TEXT = 4096, CODE = 65536 };

/* A call of a jit: fn, nodes, nstatic, (kind, value) of two; nodes as kind, n, name, leaf; types as dtype, weak, rank,
 * dim[0], dim[1]. */
enum { CALL_NODES = 7, CALL_TYPES = CALL_NODES + 12 * 4, CALL = CALL_TYPES + 8 * 5 };
enum { FAILS = 13 }; /* the fn whose compilation fails */
enum { NOT_LEFT = -90 }; /* in place of a status: outside of any trace an operation did not say LEAK */

#endif
