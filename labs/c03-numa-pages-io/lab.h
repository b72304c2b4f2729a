/*
 * lab.h: the interface of c03-numa-pages-io. You write pages.c.
 *
 * Part A counts in models what Linux does with pages; part B loads a file from a model of its calls, with the failures
 * that the real ones have; part C asks the real kernel for memory. The models leave out what their text leaves out.
 */
#ifndef C03_LAB_H
#define C03_LAB_H

#include <stdint.h>
#include <string.h>

enum { PG_BYTES = 4096, PG_HUGE = 512, PG_AROUND = 16, PG_AHEAD = 32, PG_PAGES = 4096 };

/* --- part A: which touch costs a fault, and where the page then is ------------------------------------------------ */

enum pg_what {
    PG_READ, PG_WRITE, /* touch the pages, in order */
    PG_WANT_HUGE,      /* MADV_HUGEPAGE */
    PG_DROP,           /* MADV_DONTNEED */
    PG_WANT,           /* MADV_WILLNEED */
    PG_RANDOM          /* MADV_RANDOM */
};

typedef struct {
    int64_t first; /* page p of the area stands at address (first + p) * PG_BYTES */
    int pages;     /* 1 ... PG_PAGES */
    int64_t file;  /* bytes of the file that is mapped from its beginning, read-only; -1: anonymous memory */
} pg_area_t;

typedef struct {
    int what, page, count; /* pages page ... page + count - 1, all in the area; count may be 0 */
} pg_op_t;

typedef struct {
    int64_t minor, major, bus; /* faults; bus: touches behind the file's last page, which end a real program */
    int64_t small, huge;       /* at the end: mapped pages of 4 KiB (without pages of zeros), and of 2 MiB */
    int64_t cached;            /* at the end: pages of the file in the page cache, which is empty at first */
} pg_count_t;

/*
 * Anonymous memory. A touch of a page that is not mapped is a minor fault:
 *   read   maps the kernel's page of zeros
 *   write  maps one huge page for the whole block, if the block is free and wanted: the PG_HUGE pages between two
 *          multiples of 2 MiB all lie in the area, PG_WANT_HUGE was said of each, and none is mapped, not even to
 *          zeros. Otherwise one small page.
 * A write to a page of zeros is a minor fault, too, and maps a small page. PG_DROP unmaps; a huge page of which a part
 * is dropped becomes small pages first. What was wanted stays wanted. PG_WANT and PG_RANDOM do nothing.
 *
 * A file. Its pages are ceil(file / PG_BYTES); a touch behind them counts as `bus` and does nothing else. A read of a
 * page that is not mapped is a major fault if it is not in the cache, else a minor one. A major fault brings the
 * PG_AHEAD pages of its aligned group of the file (p / PG_AHEAD) into the cache as far as the file goes, or itself
 * alone if PG_RANDOM was said of it. Either fault then maps all pages of its group of PG_AROUND (p / PG_AROUND) that
 * are in the cache and in the area. PG_WANT brings pages of the file into the cache without a fault. PG_DROP unmaps;
 * the cache keeps. PG_WRITE and PG_WANT_HUGE are not used on files.
 */
void pg_run(const pg_area_t *area, int n, const pg_op_t *op, pg_count_t *out);

enum { NUMA_NODES = 4, NUMA_THREADS = 16, NUMA_PAGES = 4096 };
enum numa_policy { NUMA_FIRST, NUMA_INTERLEAVE, NUMA_BIND };
enum numa_what {
    NUMA_TOUCH,  /* thread `who` touches pages */
    NUMA_PIN,    /* thread `who` runs on node `page` from now on (sched_setaffinity); its pages stay */
    NUMA_POLICY, /* who: a numa_policy, with node `page` for NUMA_BIND; holds for pages that get a place later */
    NUMA_MOVE    /* pages page ... page + count - 1 to node `who` (move_pages) */
};

typedef struct {
    int nodes, threads, pages;
    int room[NUMA_NODES]; /* pages that a node has */
} numa_box_t;

typedef struct {
    int what, who, page, count;
} numa_op_t;

typedef struct {
    int64_t local, remote, moved, failed;
    int64_t pages[NUMA_NODES]; /* at the end */
} numa_count_t;

/*
 * All threads begin on node 0, the policy is NUMA_FIRST, no page has a place. A page gets one when it is touched first:
 * on the toucher's node (first), on node page % nodes (interleave), or on the node said (bind). If that is full: on the
 * next one with room, upwards from it and around; of bind nowhere. A touch of a page that gets no place counts as
 * `failed` and as nothing else; every other touch is local or remote. NUMA_MOVE moves each page that has a place on
 * another node, in order: `moved`, or `failed` if there is no room. Pages without a place are left alone.
 */
void numa_run(const numa_box_t *box, int n, const numa_op_t *op, numa_count_t *out);

/*
 * Two nodes, 1 to NUMA_PAGES pages. read[p][k]: how often threads of node k read page p. Give each page a node, at most
 * room[k] to node k, so that the remote reads are as few as can be; room[0] + room[1] >= pages. Returns the remote
 * reads.
 */
int64_t numa_place(int pages, const int64_t read[][2], const int room[2], uint8_t *node);

/* --- part B: a file into memory ----------------------------------------------------------------------------------- */

/*
 * The model's device answers after a latency and moves bytes over one link at a time, in virtual time; nothing is in a
 * cache at first. All three loaders store the file's bytes 0, 1, ... at dst and touch nothing behind dst[size - 1].
 */
enum { IO_LATENCY_NS = 80000, IO_LINK_PS = 320, IO_COPY_PS = 100 };  /* picoseconds a byte; pread and io_page copy */
enum { IO_CALL_NS = 500, IO_ENTRY_NS = 100, IO_FAULT_NS = 300 };     /* entry: of the submission queue */
enum { IO_INTR = -4, IO_ERROR = -5, IO_AGAIN = -11 };
enum { IO_MOST = 131072, IO_CHUNK = 65536, IO_ROOM = 256 };
typedef struct io io_t;

/* As pread(): how many bytes it read, which may be fewer than asked for and never more than IO_MOST; 0 at the end;
 * IO_INTR: nothing happened, ask again; IO_ERROR: for good. */
int64_t io_pread(io_t *k, void *dst, int64_t bytes, int64_t at);

/* At most `room` bytes of a file whose size nobody knows (such as those of /proc). Returns how many, or -1. */
int64_t load_read(io_t *k, void *dst, int64_t room);

/* As madvise(MADV_WILLNEED): starts to read these pages of the mapped file, and does not wait. */
void io_want(io_t *k, int64_t page, int64_t count);

/* The page of the mapping. One that is not in the cache is a major fault, is read alone and waited for; one that is
 * still on its way is a minor fault that waits. NULL behind the file's last page: a real program would be dead. The
 * cache has room for IO_ROOM pages, those on their way included: a new one drives out the one that came into it first,
 * read or not. What it returns holds until the next call, and is this page alone. */
const uint8_t *io_page(io_t *k, int64_t page);

/* The same file of `size` bytes, mapped. Returns size. */
int64_t load_map(io_t *k, void *dst, int64_t size);

/*
 * Two queues in memory that the kernel shares, as io_uring has them. All four indices count upwards without end, modulo
 * 2^32, and do not begin at 0; entry x stands at x & (entries - 1) of its array. You write at sq_tail and read from
 * cq_head; the kernel alone moves the other two. An entry that io_enter() has not taken yet is not on its way.
 */
typedef struct {
    int64_t at;     /* place in the file */
    void *dst;      /* the kernel writes here until the completion is there */
    uint32_t bytes; /* 1 ... IO_CHUNK */
    uint64_t user;  /* yours; comes back */
} io_sqe_t;

typedef struct {
    uint64_t user;
    int32_t res; /* bytes read, maybe fewer than asked for; 0: behind the end; IO_INTR, IO_AGAIN: again; IO_ERROR */
} io_cqe_t;

typedef struct {
    uint32_t sq_entries, cq_entries; /* powers of two, cq_entries = 2 * sq_entries */
    uint32_t sq_head, sq_tail, cq_head, cq_tail;
    io_sqe_t *sqe;
    io_cqe_t *cqe;
} io_ring_t;

/* As io_uring_enter(): takes up to `submit` entries from the queue, then waits until at least `wait` completions are in
 * the other one, or nothing is on its way. Returns how many it took; IO_INTR: none, and did not wait. Completions come
 * in any order; one that finds no room is lost, so never have more than cq_entries on their way. */
int io_enter(io_t *k, uint32_t submit, uint32_t wait);

/*
 * A file of `size` bytes by the ring. Returns size; -1 if any part failed for good or the file ended before. In both
 * cases nothing may be on its way when it returns, since dst is then the caller's again.
 */
int64_t load_ring(io_t *k, io_ring_t *ring, void *dst, int64_t size);

/* --- part C: real pages ------------------------------------------------------------------------------------------- */

/* bytes > 0 of zeros from mmap(), beginning at a multiple of 2 MiB, and MADV_HUGEPAGE said of them, which a kernel may
 * refuse: they are as good without. NULL if there is no memory, or not so much address space. What you asked for to
 * align it goes back at once, before the area and behind it. */
void *area_map(int64_t bytes);

/* Gives back the memory of all pages that lie wholly in bytes [from, to) of the area, which stays mapped: they read as
 * zeros afterwards, all other bytes as before. Returns how many bytes that were. 0 <= from <= to <= its bytes. */
int64_t area_drop(void *area, int64_t from, int64_t to);

/* Unmaps it. `bytes` is what area_map() was asked for. */
void area_unmap(void *area, int64_t bytes);

#endif
