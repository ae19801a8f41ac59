/** Frequent words of documents, each a single byte in a link. Existing links depend on every place in this list. */
export const WORDS: readonly string[] = `
{"version":1 ,"name":" ,"seed":" ","trials": ,"iterations": ,"record":{"every": ,"record":{"points": ,"record":{"logPoints":
},"metrics":[" gradientNorm" optimalityGap" meanOptimalityGap" consensus" averageGradient"
},"network":{"topology":{"kind":" ring" path" complete" star" binaryTree" grid","rows": torus","rows": ,"columns":
hypercube","dimension": exponential" erdosRenyi" randomGeometric" wattsStrogatz" barabasiAlbert" explicit" ,"agents":
,"edges":[ ,"probability": ,"radius": ,"neighbors": ,"rewiring": ,"attachments":
},"weights":{"rule":"metropolis" },"weights":{"rule":"maxDegree" },"weights":{"rule":"bestConstant"
},"weights":{"rule":"laplacian","epsilon": ,"laziness": ,"laziness":0.5}
},"problem":{"kind":"logistic","dimension": },"problem":{"kind":"leastSquares","dimension":
},"problem":{"kind":"pl","heterogeneity": ,"samplesPerAgent": ,"regularization": ,"heterogeneity": ,"conditionNumber":
,"commonHessian":true },"gradient":{"noise":"gaussian","variance": },"gradient":{"noise":"minibatch","batch":
},"gradient":{"noise":"none" "stepSize":{"kind":"constant","value": "stepSize":{"kind":"halving","value":
"stepSize":{"kind":"inverse","value": ,"every": ,"factor": ,"offset": ,"start":{"kind":"zeros"
,"start":{"kind":"value","value":[ ,"start":{"kind":"random","scale": ,"methods":[{"kind":" }},{"kind":" },{"kind":"
,"label":" ,"variant":" ,"trackerLaziness": psgd" dsgd" exactDiffusion" extra" gradientTracking" suda","a":[ uda","a":[
abc","a":[ ],"bSquared":[ ],"b":[ ],"c":[ canonical","zeta0": ,"zeta1": ,"zeta2": ,"zeta3": dlm","penalty":
adaptThenCombine" combineThenAdapt" nonAtc" semiAtcIterate" semiAtcTracker" atc"
`
  .trim()
  .split(/\s+/);
