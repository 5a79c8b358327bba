"""What every printed sheet has: margin with rulers and credit, the large edition, proof that nothing leaves the paper.
"""
