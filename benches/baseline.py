"""The reference workload, and the training of networks, as a researcher would write them with NumPy:
vectorised over agents, one thread. Prints method-iterations per second: of one method at a time, as
scripts do it, of five methods stacked, of one method that trains networks, and of one and of five
that train networks of ten classes."""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
# Machines that pin OpenBLAS to an old kernel would slow the baseline.
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)

import json
import time

import numpy as np

AGENTS, SAMPLES, DIMENSION, RHO, ALPHA = 32, 2000, 20, 0.001, 0.01
rng = np.random.default_rng(1)
signed = rng.standard_normal((AGENTS, SAMPLES, DIMENSION))
ring = (np.eye(AGENTS) + np.roll(np.eye(AGENTS), 1, 0) + np.roll(np.eye(AGENTS), -1, 0)) / 3


def gradient(x):
    """Of one iterate an agent, (agents, d)."""
    margins = np.matmul(signed, x[:, :, None])
    weights = -1.0 / (1.0 + np.exp(margins))
    # The faster of the two products: 20 % against signed' weights.
    loss = np.matmul(weights.transpose(0, 2, 1), signed)[:, 0] / SAMPLES
    return loss + RHO * 2.0 * x / (1.0 + x * x) ** 2


def stacked(x):
    """Of several, (agents, d, methods)."""
    weights = -1.0 / (1.0 + np.exp(np.matmul(signed, x)))
    return np.matmul(signed.transpose(0, 2, 1), weights) / SAMPLES + RHO * 2.0 * x / (1.0 + x * x) ** 2


def rate(step, methods):
    best = 0.0
    for _ in range(3):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 0.7:
            step()
            count += 1
        best = max(best, methods * count / (time.perf_counter() - start))
    return best


x = np.zeros((AGENTS, DIMENSION))
xs = np.zeros((AGENTS, DIMENSION, 5))


def one_method():
    global x
    noise = np.sqrt(0.001) * rng.standard_normal(x.shape)
    x = ring @ (x - ALPHA * (gradient(x) + noise))


def five_methods():
    global xs
    noise = np.sqrt(0.001) * rng.standard_normal(x.shape)[:, :, None]
    xs = np.tensordot(ring, xs - ALPHA * (stacked(xs) + noise), 1)


# Networks: 16 agents on a ring, 30 samples each, 2-8-1 with tanh, DSGD.
NETWORKS, EACH, UNITS, DECAY, STEP = 16, 30, 8, 1e-4, 0.5
points = rng.standard_normal((NETWORKS, EACH, 2))
labels = np.sign(rng.standard_normal((NETWORKS, EACH)))
loop = (np.eye(NETWORKS) + np.roll(np.eye(NETWORKS), 1, 0) + np.roll(np.eye(NETWORKS), -1, 0)) / 3
models = 0.5 * rng.standard_normal((NETWORKS, 4 * UNITS + 1))


def network_gradient(x):
    """Of one network an agent, (agents, d)."""
    hidden, bias = x[:, : 2 * UNITS].reshape(-1, UNITS, 2), x[:, 2 * UNITS : 3 * UNITS]
    last, constant = x[:, 3 * UNITS : 4 * UNITS], x[:, 4 * UNITS :]
    units = np.tanh(np.matmul(points, hidden.transpose(0, 2, 1)) + bias[:, None])
    outputs = np.matmul(units, last[:, :, None])[:, :, 0] + constant
    delta = -labels / (1.0 + np.exp(labels * outputs)) / EACH
    below = delta[:, :, None] * last[:, None] * (1.0 - units * units)
    gradient = DECAY * x
    gradient[:, : 2 * UNITS] += np.matmul(below.transpose(0, 2, 1), points).reshape(-1, 2 * UNITS)
    gradient[:, 2 * UNITS : 3 * UNITS] += below.sum(1)
    gradient[:, 3 * UNITS : 4 * UNITS] += np.matmul(delta[:, None], units)[:, 0]
    gradient[:, 4 * UNITS] += delta.sum(1)
    return gradient


def one_network():
    global models
    models = loop @ (models - STEP * network_gradient(models))


# Ten classes: 10 agents on a ring, 100 samples each of 64 features, 64-16-10 with tanh, softmax, DSGD.
PUPILS, SHEETS, INPUTS, HIDDEN, CLASSES, RATE = 10, 100, 64, 16, 10, 0.1
images = rng.integers(0, 17, (PUPILS, SHEETS, INPUTS)) / 16.0
flipped = np.ascontiguousarray(images.transpose(0, 2, 1))
answers = np.eye(CLASSES)[rng.integers(0, CLASSES, (PUPILS, SHEETS))]
round_table = (np.eye(PUPILS) + np.roll(np.eye(PUPILS), 1, 0) + np.roll(np.eye(PUPILS), -1, 0)) / 3
ENDS = np.cumsum([HIDDEN * INPUTS, HIDDEN, CLASSES * HIDDEN, CLASSES])
learners = 0.2 * rng.standard_normal((PUPILS, ENDS[-1]))
many = 0.2 * rng.standard_normal((5, PUPILS, ENDS[-1]))


def classes_gradient(x):
    """Of one network an agent, (agents, d), or of several, (methods, agents, d)."""
    shape = x.shape[:-1]
    first = x[..., : ENDS[0]].reshape(*shape, HIDDEN, INPUTS)
    last = x[..., ENDS[1] : ENDS[2]].reshape(*shape, CLASSES, HIDDEN)
    units = np.tanh(np.matmul(images, first.swapaxes(-1, -2)) + x[..., None, ENDS[0] : ENDS[1]])
    outputs = np.matmul(units, last.swapaxes(-1, -2)) + x[..., None, ENDS[2] :]
    powers = np.exp(outputs - outputs.max(-1, keepdims=True))
    delta = (powers / powers.sum(-1, keepdims=True) - answers) / SHEETS
    below = np.matmul(delta, last) * (1.0 - units * units)
    gradient = DECAY * x
    gradient[..., : ENDS[0]] += np.matmul(flipped, below).swapaxes(-1, -2).reshape(*shape, -1)
    gradient[..., ENDS[0] : ENDS[1]] += below.sum(-2)
    gradient[..., ENDS[1] : ENDS[2]] += np.matmul(delta.swapaxes(-1, -2), units).reshape(*shape, -1)
    gradient[..., ENDS[2] :] += delta.sum(-2)
    return gradient


def one_of_classes():
    global learners
    learners = round_table @ (learners - RATE * classes_gradient(learners))


def five_of_classes():
    global many
    many = np.matmul(round_table, many - RATE * classes_gradient(many))


print(json.dumps({"one": rate(one_method, 1), "stacked": rate(five_methods, 5), "network": rate(one_network, 1),
                  "classes": rate(one_of_classes, 1), "classesStacked": rate(five_of_classes, 5)}))
