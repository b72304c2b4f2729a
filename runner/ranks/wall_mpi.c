/*
 * wall_mpi.c: carries messages with MPI: its own matching, its own wildcards. A send is MPI_Issend(), which is over
 * when its receive has begun, as ranks.h says. Each communicator is two of MPI's, so that no receive of any tag meets
 * a collective's message.
 */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>

#include "wall.h"

static MPI_Comm comms[COMM_MAX_COMMS][2];
static MPI_Request requests[COMM_MAX_REQUESTS];
static int sends[COMM_MAX_REQUESTS];
static int64_t sizes[COMM_MAX_REQUESTS];

static int mpi(int rc, const char *what)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int n;
    if (rc == MPI_SUCCESS)
        return 0;
    MPI_Error_string(rc, text, &n);
    return wall_fails("%s: %.200s", what, text);
}

static int take(int id, MPI_Comm from)
{
    comms[id][0] = from;
    return mpi(MPI_Comm_dup(from, &comms[id][1]), "MPI_Comm_dup") ||
           mpi(MPI_Comm_set_errhandler(from, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler") ||
           mpi(MPI_Comm_set_errhandler(comms[id][1], MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler")
               ? -1
               : 0;
}

static int mpi_open(struct wall_board *b, int *rank)
{
    int level = 0, size = 0;
    (void)b;
    return mpi(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level), "MPI_Init_thread") ||
           (level < MPI_THREAD_MULTIPLE && wall_fails("This MPI cannot be called from several threads.")) ||
           take(0, MPI_COMM_WORLD) || mpi(MPI_Comm_rank(MPI_COMM_WORLD, rank), "MPI_Comm_rank") ||
           mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size")
               ? -1
               : 0;
}

static int fits(const struct wall_message *m)
{
    return m->bytes <= INT_MAX ? 0 : wall_fails("A message has %lld B, and MPI's counts end at 2 "
                                                "GiB.", (long long)m->bytes);
}

static int mpi_send(int k, const struct wall_message *m)
{
    sends[k] = 1;
    sizes[k] = m->bytes;
    return fits(m) || mpi(MPI_Issend(m->buf, (int)m->bytes, MPI_BYTE, m->peer, m->collective ? 0 : m->tag,
                                     comms[m->comm][m->collective], &requests[k]), "MPI_Issend") ? -1 : 0;
}

static int mpi_recv(int k, const struct wall_message *m)
{
    int from = m->peer == COMM_ANY ? MPI_ANY_SOURCE : m->peer;
    int tag = m->collective ? 0 : m->tag == COMM_ANY ? MPI_ANY_TAG : m->tag;
    sends[k] = 0;
    sizes[k] = m->bytes;
    return fits(m) || mpi(MPI_Irecv(m->buf, (int)m->bytes, MPI_BYTE, from, tag, comms[m->comm][m->collective],
                                    &requests[k]), "MPI_Irecv") ? -1 : 0;
}

static int mpi_test(int k, comm_status *ret, int64_t *bytes)
{
    MPI_Status s;
    int done = 0, count = 0, class = 0;
    int rc = MPI_Test(&requests[k], &done, &s);
    if (rc != MPI_SUCCESS) {
        MPI_Error_class(rc, &class);
        return class == MPI_ERR_TRUNCATE ? wall_fails("The sizes differ: a message has more than the %lld B of its "
                                                      "receive",
                                                 (long long)sizes[k])
                                         : mpi(rc, "MPI_Test");
    }
    if (!done)
        return 0;
    if (!sends[k])
        MPI_Get_count(&s, MPI_BYTE, &count);
    *bytes = sends[k] ? sizes[k] : count;
    *ret = (comm_status){ sends[k] ? -1 : s.MPI_SOURCE, sends[k] ? -1 : s.MPI_TAG, *bytes };
    return 1;
}

static int mpi_split(int comm, int id, int colour, int key, int *rank, int *size)
{
    MPI_Comm made;
    if (mpi(MPI_Comm_split(comms[comm][0], colour < 0 ? MPI_UNDEFINED : colour, key, &made), "MPI_Comm_split"))
        return -1;
    if (made == MPI_COMM_NULL)
        return 0;
    return take(id, made) || mpi(MPI_Comm_rank(made, rank), "MPI_Comm_rank") ||
                   mpi(MPI_Comm_size(made, size), "MPI_Comm_size")
               ? -1
               : 1;
}

static void mpi_close(void)
{
    MPI_Finalize();
}

const struct wall_carrier wall_mpi = { "mpi", mpi_open, mpi_send, mpi_recv, mpi_test, mpi_split, mpi_close };
