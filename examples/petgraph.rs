//! A graph of petgraph, and its fastest weights. `cargo run --example petgraph --features petgraph`

use petgraph::graph::UnGraph;
use suda::graph::Graph;
use suda::network::Network;
use suda::weights::WeightRule;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two squares that share one link.
    let bridged =
        UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (2, 4)]);
    let graph = Graph::try_from(&bridged)?;
    let mut rates = Vec::new();
    for (name, rule) in [
        ("Metropolis", WeightRule::Metropolis),
        ("best constant", WeightRule::BestConstant),
        ("fastest", WeightRule::Fastest { non_negative: false }),
    ] {
        let network = Network::new(graph.clone(), &rule)?;
        rates.push(network.spectrum().mixing_rate());
        println!("{name:<14} λ = {:.4}", rates[rates.len() - 1]);
        if let Some(certificate) = network.certificate() {
            println!("               no weights on these links have a λ below {:.4}", certificate.bound);
        }
    }
    assert!(rates.is_sorted_by(|a, b| a > b));
    Ok(())
}
