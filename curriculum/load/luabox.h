/*
 * luabox.h: evaluate Lua in a process of its own.
 *
 * Data files and lab checks are Lua, and Lua cannot be tamed from inside: a backtracking pattern
 * or a finaliser never reaches a count hook. So every evaluation happens in a forked child that
 * can allocate, compute and write to one pipe, and nothing else. The parent reads all files
 * beforehand; the child sees texts, not paths.
 *
 * What stops what:
 *   endless loop            count hook (names file:line), at once and past any pcall
 *   memory bomb             allocator cap; RLIMIT_AS behind it
 *   pattern, finaliser      its own computing time, and a wall deadline: the parent kills the child
 *   any system call         seccomp allow-list (when the kernel has it; see `seccomp` below)
 *
 * The prelude is trusted: each of its chunks is called with (host, shared). `host` holds the few C
 * functions that data files never see:
 *   host.compile(name, env, text)  function of a file given in `files`, or nil, line, message; `text`: in place of
 *                                  its own
 *   host.expr(text, where, env)   function that returns the value of an expression, or nil, message
 *   host.text(name)               text of a file given in `files`, or nil
 *   host.names(prefix)            sorted list of the names given in `files`, of all or of those that begin so
 *   host.located(fn)              a function that calls fn(file, line, ...) with its caller's place
 *   host.note(text)               what to name when the deadline strikes
 *   host.null                     JSON null; host.array(t), host.object(t) mark an ambiguous table
 * The last prelude chunk returns function(arg) -> value; that value is the result.
 *
 * A table becomes a JSON array when its keys are exactly 1..n with n >= 1 or when marked with
 * host.array; every other table is an object and must have string keys. Functions, sparse lists
 * and numbers that are not finite are errors that name the path.
 */
#ifndef RIDGE_LUABOX_H
#define RIDGE_LUABOX_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

struct luabox_file {
    const char *name; /* as shown in messages: relative to the root */
    const char *text;
    size_t size;
};

/* Zero in a field means its default. */
struct luabox_limits {
    double wall_s;        /* 5 s */
    double cpu_s;         /* as wall_s; what a busy machine does not lengthen */
    size_t memory;        /* 128 MiB, what Lua may hold */
    size_t result;        /* 16 MiB of JSON */
    long long steps;      /* 200 million VM instructions */
    bool without_seccomp; /* for tests: behave as on a kernel that has no filters */
};

struct luabox_job {
    const struct luabox_file *prelude;
    size_t nprelude;
    const struct luabox_file *files;
    size_t nfiles;
    const json_t *arg; /* may be NULL: nil */
    struct luabox_limits limits;
};

/*
 * Compiles a prelude text to bytecode, which loads several times faster. Nothing is run, and only
 * the trusted prelude is ever loaded as bytecode. The result is yours: free((char *)ret->text).
 */
bool luabox_compile(const struct luabox_file *text, struct luabox_file *ret);

enum luabox_status {
    LUABOX_OK,
    LUABOX_ERROR,    /* a syntax or run-time error; the message says where */
    LUABOX_LIMIT,    /* too many instructions */
    LUABOX_MEMORY,   /* over the memory cap */
    LUABOX_DEADLINE, /* no result in time */
    LUABOX_TOO_BIG,  /* the result is over its cap or is no JSON */
    LUABOX_DENIED,   /* the child asked for a forbidden system call */
    LUABOX_FAULT,    /* the child crashed */
    LUABOX_UNABLE,   /* the box could not run: no process, pipe or memory to be had; nothing is said of the Lua */
};

struct luabox_result {
    json_t *value; /* you own it; NULL unless LUABOX_OK */
    char *message; /* you own it (free); NULL when LUABOX_OK */
    bool seccomp;  /* the filter was in force */
    double wall_ms;
};

/*
 * An evaluation under way, so that who started it need not wait. luabox_start forks: nothing that `job` points to is
 * needed afterwards. Never NULL but without memory; what went wrong at the start is told by luabox_end.
 */
struct luabox;
struct luabox *luabox_start(const struct luabox_job *job);
int luabox_fd(const struct luabox *b); /* readable when there is something to pump; -1: the evaluation is over */
/* Takes in what has been written; 1 while it goes on. Call it at times without news, too: it keeps the deadline.
 * With `wait` it returns at the end only. */
int luabox_pump(struct luabox *b, bool wait);
/* Seconds since it began; `ret` gets what is being read, as far as the child has told: a file, or "Lua". */
double luabox_age(const struct luabox *b, char *ret, size_t n);
/* Returns as luabox_run() and frees `b`; an evaluation that is not over is killed and ends as LUABOX_DEADLINE. */
enum luabox_status luabox_end(struct luabox *b, struct luabox_result *ret);

/* Fills *ret in every case; release it with luabox_result_finish. */
enum luabox_status luabox_run(const struct luabox_job *job, struct luabox_result *ret);

void luabox_result_finish(struct luabox_result *r);

const char *luabox_status_name(enum luabox_status status);

#endif
