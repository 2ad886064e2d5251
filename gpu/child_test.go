package gpu_test

const childEnv = "MOTES_GPU_TEST_CHILD"

var children = map[string]func(){}
