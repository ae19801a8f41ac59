// The reference workload in plain C++, one method at a time: prints method-iterations per second of the processor's time.
// g++ -O3 -march=native benches/baseline.cpp; with -ffast-math besides, sums are reordered and exp is a vector's.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

constexpr int agents = 32, samples = 2000, d = 20;
constexpr double rho = 0.001, alpha = 0.01;

using Block = std::vector<double>;

// The gradient of an agent's cost; `weights` has room for its samples.
static void gradient(const double* __restrict z, const double* __restrict x, double* __restrict out, double* __restrict weights) {
    for (int s = 0; s < samples; ++s) {
        double margin = 0;
        for (int j = 0; j < d; ++j) margin += z[s * d + j] * x[j];
        weights[s] = margin;
    }
    for (int s = 0; s < samples; ++s) weights[s] = -1 / (1 + std::exp(weights[s])) / samples;
    for (int j = 0; j < d; ++j) out[j] = 2 * rho * x[j] / ((1 + x[j] * x[j]) * (1 + x[j] * x[j]));
    for (int s = 0; s < samples; ++s)
        for (int j = 0; j < d; ++j) out[j] += weights[s] * z[s * d + j];
}

int main() {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    Block z(agents * samples * d), x(agents * d), moved(agents * d), slope(d), weights(samples);
    for (double& entry : z) entry = normal(random);

    const auto step = [&] {
        for (int i = 0; i < agents; ++i) {
            gradient(&z[i * samples * d], &x[i * d], slope.data(), weights.data());
            for (int j = 0; j < d; ++j)
                moved[i * d + j] = x[i * d + j] - alpha * (slope[j] + std::sqrt(0.001) * normal(random));
        }
        for (int i = 0; i < agents; ++i) {
            const int left = (i + agents - 1) % agents, right = (i + 1) % agents;
            for (int j = 0; j < d; ++j) x[i * d + j] = (moved[i * d + j] + moved[left * d + j] + moved[right * d + j]) / 3;
        }
    };
    step();
    // The best of many short runs, as benches/engine.rs has it.
    const auto since = [](std::clock_t start) { return double(std::clock() - start) / CLOCKS_PER_SEC; };
    double best = 0;
    for (const std::clock_t begun = std::clock(); since(begun) < 2;) {
        const std::clock_t start = std::clock();
        int count = 0;
        for (; since(start) < 0.01; ++count) step();
        best = std::max(best, count / since(start));
    }
    // What is computed is printed, so that it is not left out; the first number is the rate.
    double sum = 0;
    for (double entry : x) sum += entry;
    std::printf("[%g, %g]\n", best, sum);
}
