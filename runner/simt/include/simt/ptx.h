#ifndef SIMT_PTX_H
#define SIMT_PTX_H
#endif
